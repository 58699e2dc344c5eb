import { parentPort } from 'node:worker_threads'
import { loadFonts, type RoadbookDocument, renderPdf } from '@guidebook/roadbook'

const fonts = loadFonts()

parentPort?.on('message', (book: RoadbookDocument) => parentPort?.postMessage(renderPdf(book, fonts).pages))
