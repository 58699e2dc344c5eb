/** What the maps that travellers open are drawn over. */
export interface MapSource {
  /** Address of a MapLibre style; null: plain ground. */
  style: string | null
  /** All origins that the style and what it names come from. */
  origins: readonly string[]
}
