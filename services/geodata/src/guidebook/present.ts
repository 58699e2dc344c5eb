import type {
  GuidebookContent,
  GuidebookSummary,
  PoiContent,
  RouteContent,
  StoredGuidebook,
  TextContent,
} from '@guidebook/contracts'
import { presentImage } from '../image/stored-image.ts'
import { effectiveOf, figuresOf } from '../item/attributes.ts'
import { itemContent } from '../item/present.ts'
import type { GuidebookRow, Place, Section, Stage } from './guidebook-row.ts'
import type { ListedGuidebook } from './list-queries.ts'
import type { MemberItem, MemberRow } from './queries.ts'

const presentMember = ({ item_id, kind, library, custom_id, names }: MemberRow) => ({
  link: item_id,
  kind,
  libraryCustomId: library,
  customId: custom_id,
  names,
})

/** Additions to a route of a stage. */
const roleOf = ({ role }: Pick<MemberRow, 'role'>) => (role === null ? {} : { role })

/** Rows by their place. */
const byPlace = <Row extends Place>(rows: readonly Row[]) => {
  const groups = Map.groupBy(rows, ({ stage, section }) => `${stage} ${section}`)
  return (stage: number | null, section: Section): Row[] => groups.get(`${stage} ${section}`) ?? []
}

export const presentSummary = (row: ListedGuidebook): GuidebookSummary => ({
  id: row.id,
  account: row.account,
  customId: row.custom_id,
  titles: row.titles,
  cover: presentImage(row.cover),
  stageCount: row.stage_count,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const presentGuidebook = (
  row: GuidebookRow,
  stages: readonly Stage[],
  members: readonly MemberRow[],
): StoredGuidebook => {
  const at = byPlace(members)
  return {
    id: row.id,
    account: row.account,
    customId: row.custom_id,
    titles: row.titles,
    descriptions: row.descriptions,
    cover: presentImage(row.cover),
    stages: stages.map(({ number, titles }) => ({
      number,
      titles,
      routes: at(number, 'routes').map((member) => ({
        ...presentMember(member),
        ...roleOf(member),
        attributes: effectiveOf(figuresOf(member.measures, member.icon), member.overrides),
      })),
      pois: at(number, 'pois').map(presentMember),
      texts: at(number, 'texts').map(presentMember),
    })),
    generalInfo: at(null, 'generalInfo').map(presentMember),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** What the builder reads. A section holds items of its kind only; this was checked when it was filled. */
export const guidebookContent = (
  row: GuidebookRow,
  stages: readonly Stage[],
  items: readonly MemberItem[],
): GuidebookContent => {
  const at = byPlace(items)
  return {
    id: row.id,
    account: row.account,
    customId: row.custom_id,
    titles: row.titles,
    descriptions: row.descriptions,
    cover: row.cover,
    version: row.version,
    stages: stages.map(({ number, titles }) => ({
      number,
      titles,
      routes: at(number, 'routes').map((item) => ({ ...(itemContent(item) as RouteContent), ...roleOf(item) })),
      pois: at(number, 'pois').map((item) => itemContent(item) as PoiContent),
      texts: at(number, 'texts').map((item) => itemContent(item) as TextContent),
    })),
    generalInfo: at(null, 'generalInfo').map(itemContent),
  }
}
