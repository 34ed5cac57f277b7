import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from './scripts/third-party-notices.ts';

// Everything but sharp (a native module) is bundled: one file starts a third faster than a tree of modules.
export default defineConfig({
  entry: ['src/main.ts'],
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  // Names stay, for stack traces in reports; the package is a tenth smaller without line breaks and indentation.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // Doc comments are for readers of the sources; the region comments that name the packages stay.
  outputOptions: { comments: { jsdoc: false } },
  plugins: [thirdPartyNotices()],
  // The CommonJS form of jsonc-parser requires its parts by computed names, which no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  deps: { alwaysBundle: [/.*/], neverBundle: ['sharp'] },
});
