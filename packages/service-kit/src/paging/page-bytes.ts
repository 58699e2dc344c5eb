/** Bytes of stored text after which a page ends early: 200 rows that are legal one by one can be gigabytes together. */
export const maxPageBytes = 4 * 1024 * 1024

/** What `limitPageBytes` adds to a row. */
export interface BoundedRow {
  hasNext: boolean
}

/**
 * SQL that cuts the page which `rows` selects after the row that exceeds `maxPageBytes`. `rows` has a column `bytes`; `order` sorts its
 * columns. PostgreSQL reads large values, which it stores outside the row, only of the rows that it sends.
 */
export const limitPageBytes = (rows: string, order: string): string =>
  `SELECT * FROM (
     SELECT *, sum(bytes) OVER page - bytes AS "bytesBefore", lead(true, 1, false) OVER page AS "hasNext" FROM (${rows}) r
     WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)) p
   WHERE "bytesBefore" <= ${maxPageBytes} ORDER BY ${order}`
