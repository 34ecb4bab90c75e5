/** Every advisory lock of the service, so that no two uses share a number. The numbers are specific to us: other applications may use the same database. */
export const LOCKS = {
  /** Held by the node that migrates. */
  migrations: 7_243_116_901,
  /** Held by the node that does the background work. Earlier releases used it for housekeeping, so only one node of either release does it. */
  leader: 7_243_116_902,
  /** The seed of a hash: each reviewer has a lock of their own while they take the next item. */
  reviewer: 7_243_116_903,
} as const;
