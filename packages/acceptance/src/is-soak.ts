/** Whether tests run in their long form (`npm run soak`). */
export const isSoak = process.env.SOAK !== undefined
