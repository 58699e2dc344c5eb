/** Styles and scripts of the pages. */
import { readFileSync } from 'node:fs'
import { readServed, servedPackage } from '@guidebook/service-kit'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import { type Page, script, style, svg } from './page.ts'

const browser = packagedFolder('browser', import.meta.url, '../../browser')
const read = (name: string) => readFileSync(new URL(name, browser))
const searcher = new URL('dist/es/index.js', servedPackage('minisearch', import.meta.url))

export const siteFiles = (): [string, Page][] => [
  ['/docs/assets/top.css', style(read('top.css'))],
  ['/docs/assets/site.css', style(read('site.css'))],
  ['/docs/assets/copy.js', script(read('copy.js'))],
  ['/docs/assets/search.js', script(read('search.js'))],
  ['/docs/assets/minisearch.js', script(readServed(searcher))],
  ['/docs/assets/icon.svg', svg(read('icon.svg'))],
]
