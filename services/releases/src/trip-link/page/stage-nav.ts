import { type Html, html } from '../../html/html.ts'
import { stageName } from './stage-name.ts'
import type { View } from './view.ts'

/** The stages and the roadbook, within reach on every screen. Null for a trip of one stage without a roadbook. */
export function stageNav({ texts, page, today, base, release, artifacts }: View): Html | null {
  const hasRoadbook = release.pdf_enabled && artifacts.pdf !== null
  const stages = page.stages.length > 1 ? page.stages : []
  if (stages.length === 0 && !hasRoadbook) return null
  return html`<nav class="stage-nav" aria-label="${texts.stages}"><ul class="scroll">${
    hasRoadbook && html`<li><a class="wide" href="${base}/roadbook.pdf" title="${texts.roadbook}">PDF</a></li>`
  }${stages.map(
    ({ number, title, date }) =>
      html`<li><a href="#stage-${number}" title="${title}" aria-label="${stageName(page, { number, title })}" data-date="${date ?? ''}"${
        date !== null && date === today && html` aria-current="date"`
      }>${number}</a></li>`,
  )}</ul></nav>`
}
