/** Where the model, its vocabulary and its calibration are. */
export const READER_FILES = new URL('../../assets/reader/', import.meta.url);
