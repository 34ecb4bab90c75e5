/** Users and groups of a company's directory, which keeps the members of a workspace up to date (SCIM 2.0). */
export interface DirectoryUser {
  id: string;
  userName: string;
  externalId: string | undefined;
  active: boolean;
  email: string;
  /** The resource as it was sent. */
  document: Readonly<Record<string, unknown>>;
  groups: readonly { id: string; displayName: string }[];
  createdAt: Date;
  updatedAt: Date;
}

export interface DirectoryGroup {
  id: string;
  displayName: string;
  externalId: string | undefined;
  users: readonly { id: string; userName: string }[];
  createdAt: Date;
  updatedAt: Date;
}

export interface GivenUser extends Pick<DirectoryUser, 'userName' | 'externalId' | 'active' | 'document'> {}

export interface GivenGroup extends Pick<DirectoryGroup, 'displayName' | 'externalId'> {
  userIds: readonly string[];
}

/** Limits a list; the rest of a filter is applied afterwards. */
export interface DirectoryQuery {
  id?: string | undefined;
  /** `userName` or `displayName`. */
  name?: string | undefined;
  externalId?: string | undefined;
}

/** The primary address, otherwise the first, otherwise the user name: what people sign in with. */
export function emailOfUser({ userName, document }: Pick<DirectoryUser, 'userName' | 'document'>): string {
  const emails = Array.isArray(document.emails) ? (document.emails as { value?: unknown; primary?: unknown }[]) : [];
  const given = emails.find(({ primary }) => primary === true) ?? emails[0];
  const email = typeof given?.value === 'string' && given.value.includes('@') ? given.value : userName;
  return email.trim().toLowerCase();
}

export function nameOfUser({ userName, document }: Pick<DirectoryUser, 'userName' | 'document'>): string {
  const { displayName, name } = document as { displayName?: unknown; name?: Record<string, unknown> };
  const full = [name?.givenName, name?.familyName].filter((part) => typeof part === 'string').join(' ');
  const called = [displayName, name?.formatted, full].find((each) => typeof each === 'string' && each.trim() !== '');
  return String(called ?? userName).slice(0, 100);
}
