export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './intake-document.ts';
export * from './kit.ts';
export * from './openapi.ts';
export * from './reserved-parameters.ts';
export * from './roles.ts';
export * from './run-request.ts';
