/** The folder of what runs in travellers' browsers, in the tree and beside the bundle alike; it is served as it is written. */
export const browserFiles = new URL('../browser/', import.meta.url)
