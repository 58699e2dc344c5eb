import { Text } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useObjectUrl } from './object-url.ts'
import classes from './picture.module.css'
import { Loaded } from './states.tsx'

export type PictureQuery = UseQueryOptions<Blob, Error, Blob, (string | number)[]>

/** A stored image. The client loads it, because an address of an image cannot name the account. */
export function StoredPicture({ query, alt }: { query: PictureQuery; alt: string }) {
  return <Loaded query={useQuery(query)}>{(image) => <Picture image={image} alt={alt} />}</Loaded>
}

export function Picture({ image, alt }: { image: Blob; alt: string }) {
  const t = useTexts()
  const url = useObjectUrl(image)
  const [failed, setFailed] = useState<string | null>(null)
  if (url !== null && failed === url) return <Text size="sm">{t.imageNotSupported}</Text>
  if (url === null) return null
  return <img src={url} alt={alt} className={classes.picture} onError={() => setFailed(url)} />
}
