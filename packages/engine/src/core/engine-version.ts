import packageJson from '../../package.json' with { type: 'json' };

export const ENGINE_VERSION = packageJson.version;
