import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { HtmlSource } from './html-source.tsx'

export interface DescriptionProps {
  label: string
  language: string
  /** HTML. It stays as it is until the text changes. */
  value: string
  onChange: (html: string) => void
  error: string | undefined
}

/** The editor is as large as all other code of the page, so it is loaded apart. */
const RichTextField = lazyPart(
  async () => (await import('./rich-text/rich-text-field.tsx')).RichTextField,
  FallbackField,
)

export function DescriptionField(props: DescriptionProps) {
  return (
    <Suspense fallback={<Skeleton height={200} aria-busy />}>
      <RichTextField {...props} />
    </Suspense>
  )
}

function FallbackField(props: DescriptionProps) {
  const t = useTexts()
  return <HtmlSource {...props} description={t.editorFailed} />
}
