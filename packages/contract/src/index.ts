export * from './errors.ts';
export * from './kit-document.ts';
export * from './vocabulary.ts';
