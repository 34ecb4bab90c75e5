/** Where the model, its vocabulary and its calibration are. */
export const READER_FILES = new URL('../../assets/reader/', import.meta.url);
/** The folder of the reader for further languages. Without `embed.onnx`, these languages are not read. */
export const MULTILINGUAL_FILES = new URL('../../assets/reader-multilingual/', import.meta.url);
