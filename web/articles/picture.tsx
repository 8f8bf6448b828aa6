/** The result of `import x from './drawing.svg?picture'` (build/pictures.ts). */
export interface PictureSource {
  /** The `srcset` of each format. */
  sources: Record<string, string>
  img: { src: string; w: number; h: number }
}

interface PictureProps {
  src: PictureSource
  alt: string
  caption?: string
}

/** A responsive picture that loads lazily. Its size is reserved, so the layout does not shift. */
export function Picture({ src, alt, caption }: PictureProps) {
  const sizes = '(min-width: 800px) 700px, 92vw'
  return (
    <figure className="picture">
      <picture>
        {Object.entries(src.sources).map(([format, srcset]) => (
          <source key={format} type={`image/${format}`} srcSet={srcset} sizes={sizes} />
        ))}
        <img src={src.img.src} width={src.img.w} height={src.img.h} alt={alt} loading="lazy" decoding="async" />
      </picture>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
