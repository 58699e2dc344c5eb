import { getDocumentProxy } from 'unpdf'

/** An element of a PDF's structure tree, as pdf.js reads it. */
export interface StructureElement {
  role: string
  alt?: string
  lang?: string
  children: StructureElement[]
}

const withoutContent = ({ children = [], ...element }: StructureElement): StructureElement => ({
  ...element,
  children: children.filter(({ role }) => role !== undefined).map(withoutContent),
})

/** This element and all below it, in reading order. */
const flattened = (element: StructureElement): StructureElement[] => [element, ...element.children.flatMap(flattened)]

/** What PDF/UA asks of a file: its claims, its structure elements in reading order, and its links. */
export const readStructure = async (pdf: Uint8Array) => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const elements: StructureElement[] = []
  const links: { contents: string }[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const tree = (await page.getStructTree()) as StructureElement | null
    if (tree) elements.push(...flattened(withoutContent(tree)))
    const annotations = (await page.getAnnotations()) as { subtype: string; contentsObj?: { str: string } }[]
    for (const { subtype, contentsObj } of annotations) {
      if (subtype === 'Link') links.push({ contents: contentsObj?.str ?? '' })
    }
  }
  const { info, metadata } = await document.getMetadata()
  const { Title: title, Language: language } = info as Record<string, unknown>
  const preferences = (await document.getViewerPreferences()) as Record<string, unknown> | null
  return {
    part: (metadata as { get(name: string): unknown } | null)?.get('pdfuaid:part') ?? null,
    title,
    language,
    displaysTitle: preferences?.DisplayDocTitle === true,
    outline: ((await document.getOutline()) ?? []) as { title: string; items: unknown[] }[],
    elements,
    links,
  }
}
