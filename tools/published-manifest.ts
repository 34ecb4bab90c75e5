/** The manifest of a package as it is published: compiled files instead of sources, nothing that only the checkout needs. */
export interface Manifest {
  name: string;
  version: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export function publishedManifest(manifest: Manifest, toExport: (source: string) => unknown): Record<string, unknown> {
  const { private: _private, scripts: _scripts, devDependencies: _dev, exports: sources, ...published } = manifest;
  if (sources === undefined) return published;
  const exports = Object.entries(sources).map(([name, source]) => [name, toExport(source)]);
  return { ...published, exports: Object.fromEntries(exports) };
}

/** The compiler rewrites the extensions of imports in JavaScript, and leaves those in declarations. */
export function fixDeclaration(text: string): string {
  return text.replace(/((?:from |import |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2');
}
