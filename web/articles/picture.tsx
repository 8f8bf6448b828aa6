import { type ComponentType, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Toast } from '../ui/toast.tsx'
import type { LightboxProps } from './lightbox.tsx'

/** The result of `import x from './drawing.svg?picture'` (build/articles/pictures.ts). */
export interface PictureAsset {
  /** The `srcset` of each format. */
  sources: Record<string, string>
  img: { src: string; w: number; h: number }
  /** A tiny copy as a `data:` URL; undefined for a picture with transparent parts. */
  preview?: string | undefined
}

interface PictureProps {
  src: PictureAsset
  alt: string
  caption?: string
}

/**
 * A responsive picture that loads lazily. Its size is reserved, so the layout does not shift. Until the picture is
 * loaded, a blurred preview is shown. A press enlarges the picture; the code for this loads on the first press.
 */
export function Picture({ src, alt, caption }: PictureProps) {
  const sizes = '(min-width: 800px) 700px, 92vw'
  const figure = useRef<HTMLElement>(null)
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps>>()

  async function enlarge() {
    setState('closed')
    try {
      const loaded = await import('./lightbox.tsx')
      setLightbox(() => loaded.Lightbox)
      setState('open')
    } catch {
      setState('failed')
    }
  }

  return (
    <figure className="picture" ref={figure}>
      <div className="picture-frame">
        {src.preview && (
          <svg className="picture-preview" aria-hidden="true">
            <image href={src.preview} width="100%" height="100%" preserveAspectRatio="none" />
          </svg>
        )}
        <picture>
          {Object.entries(src.sources).map(([format, srcset]) => (
            <source key={format} type={`image/${format}`} srcSet={srcset} sizes={sizes} />
          ))}
          <img src={src.img.src} width={src.img.w} height={src.img.h} alt={alt} loading="lazy" decoding="async" />
        </picture>
        <button type="button" className="picture-button needs-scripts" aria-label={`Enlarge: ${alt}`} onClick={enlarge}>
          <Icon name="enlarge" />
        </button>
      </div>
      {caption && <figcaption>{caption}</figcaption>}
      {state === 'open' && Lightbox && <Lightbox start={figure.current} onClose={() => setState('closed')} />}
      {state === 'failed' && (
        <Toast onEnd={() => setState('closed')}>
          The picture could not be enlarged. Check your connection and try again.
        </Toast>
      )}
    </figure>
  )
}
