import { expect, test } from 'vitest'
import { loadFonts, type RoadbookDocument, renderPdf } from '../../src/index.ts'
import { readPdf } from '../pdf-reader.ts'
import { fullBook } from './full-book.ts'
