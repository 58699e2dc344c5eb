import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const sources = join(import.meta.dirname, 'src')

/** What runs before the rest, and the parts of it that support's pages also use. */
const early = /[\\/]src[\\/](?:early|app[\\/]page-code)\.ts$/
const sharedEarly = /early-requests|preferred-language|portal-translations|preload-helper/

/** Pages with lists share these. */
const listParts =
  /[\\/]src[\\/](?:ui[\\/](?:page|data-table|paged-table|query|badge)|releases[\\/](?:queries|state|search-text))\b/

/** Of the first view, all but these is in one file: over HTTP/1.1, a browser loads six at a time. */
const separate =
  /\.html|[\\/]messages[\\/]src[\\/]support|[\\/]portal[\\/]src[\\/](?:support[\\/]|main\.tsx|early\.ts|app[\\/](?:router|frame|page-code)|shell[\\/](?:shell|menus|impersonation))/

/** Starts `early.ts` before everything else. It waits for neither styles nor the document. */
const startEarly: Plugin = {
  name: 'start-early',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle, path }) {
      if (path !== '/index.html') return
      const early = Object.values(bundle ?? {}).find(
        (file) => file.type === 'chunk' && file.moduleIds.includes(join(sources, 'early.ts')),
      )
      if (early === undefined) throw new Error('the build has no early.ts')
      const attrs = {
        type: 'module',
        async: true,
        crossorigin: true,
        fetchpriority: 'high',
        src: `/portal/${early.fileName}`,
      }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  },
}

const translation = /[\\/]messages[\\/]src[\\/]translations[\\/]\w+[\\/]\w+\.json$/

/** Messages with values are parsed here, so that a browser does not load the parser. */
const parseMessages: Plugin = {
  name: 'parse-messages',
  enforce: 'pre',
  transform: {
    filter: { id: translation },
    handler(code) {
      const parsed = Object.entries<string>(JSON.parse(code)).map(([name, text]) => {
        return [name, text.includes('{') ? parse(text, { ignoreTag: true }) : text]
      })
      return { code: JSON.stringify(Object.fromEntries(parsed)), map: null }
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), parseMessages, startEarly],
  publicDir: false,
  // @mantine/hooks imports react-dom without naming it as a dependency.
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  // The two applications share files, and each finds them below its own path.
  experimental: {
    renderBuiltUrl: (name, { hostId, hostType }) =>
      hostType === 'html' ? `/${hostId.includes('support') ? 'support' : 'portal'}/${name}` : { relative: true },
  },
  build: {
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'support.html'].map((name) => join(import.meta.dirname, name)),
      output: {
        // Over HTTP/1.1 a browser requests six files at a time: the first view needs few.
        codeSplitting: {
          groups: [
            { name: 'early-shared', test: sharedEarly, priority: 3 },
            { name: 'early', test: early, priority: 2 },
            { name: 'list', test: listParts, priority: 1 },
            { name: 'base', test: (id) => !separate.test(id), tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
    target: 'es2023',
    // The policy of the page allows no `data:` scripts or fonts, and a file with a hashed name is fetched once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // MapLibre is a separate chunk, which only pages with maps load.
    chunkSizeWarningLimit: 1_500,
  },
})
