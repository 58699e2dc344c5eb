export { nextLink } from './next-link.ts'
export { decodeCursor, toBoundedPage, toPage } from './page.ts'
export { type BoundedRow, limitPageBytes } from './page-bytes.ts'
