export * from './endpoint.ts';
export * as keysApi from './endpoints/keys.ts';
export * as serviceApi from './endpoints/service.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './kit-document.ts';
export * from './openapi.ts';
export * from './vocabulary.ts';
