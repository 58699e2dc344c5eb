import { useEffect, useState } from 'react'

/** An address of the bytes in this page; null without bytes. It is given back with the component, and when the bytes change. */
export function useObjectUrl(bytes: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (bytes === undefined) return setUrl(null)
    const made = URL.createObjectURL(bytes)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url
}
