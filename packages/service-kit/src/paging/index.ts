export { type CursorKey, decodeCursor, encodeCursor, type Page, toPage } from './page.ts'
