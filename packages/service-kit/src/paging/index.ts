export { nextLink } from './next-link.ts'
export { type CursorKey, decodeCursor, encodeCursor, type Page, toPage } from './page.ts'
