export { readImage, type SentImage } from './read-image.ts'
