#!/usr/bin/env node
// Plain JavaScript that any Node understands: what needs a newer one is only loaded when this one is new enough.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Brickwork needs Node 24 or newer, and this is Node ${process.versions.node}. ` +
      'In a checkout, "npm ci" brings the right one and "npm start" or "npx brickwork" use it; ' +
      'if install scripts are blocked, allow them for the package "node" and run "npm ci" again.\n',
  );
  process.exitCode = 1;
} else {
  import('../src/main.ts').then(({ main }) => main(process.argv));
}
