export { nextLink } from './next-link.ts'
export { type CursorKey, decodeCursor, encodeCursor, type Page, toBoundedPage, toPage } from './page.ts'
export { type BoundedRow, limitPageBytes } from './page-bytes.ts'
