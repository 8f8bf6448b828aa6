import type { ReactNode } from 'react'
import type { PictureAsset } from './picture.tsx'

interface VideoProps {
  /** The URL of the file. */
  src: string
  /**
   * The picture before the video plays. Its proportions reserve the height of the video, so that nothing shifts.
   * Without a poster, the proportions are 16:9.
   */
  poster?: PictureAsset
  title: string
  /** The URL of a WebVTT file with all spoken words. */
  captions?: string
}

/** A video with the controls of the browser. Only its poster loads before a reader presses play. */
export function Video({ src, poster, title, captions }: VideoProps) {
  const { w, h } = poster?.img ?? { w: 1600, h: 900 }
  return (
    <figure className="picture">
      {/* biome-ignore lint/a11y/useMediaCaption: a video in which nobody speaks needs no captions. */}
      <video
        src={src}
        poster={poster && (chooseWidth(poster.sources.avif, 800) ?? poster.img.src)}
        width={w}
        height={h}
        controls
        playsInline
        preload="none"
        aria-label={title}
      >
        {captions && <track kind="captions" src={captions} />}
      </video>
      <figcaption>{title}</figcaption>
    </figure>
  )
}

/** Returns the URL of the smallest picture in a `srcset` that is at least `width` pixels wide, or of the widest one. */
function chooseWidth(srcset = '', width: number): string | undefined {
  const pictures = srcset.split(', ').map((entry) => entry.split(' '))
  const fitting = pictures.find(([, size = '']) => Number.parseInt(size, 10) >= width) ?? pictures.at(-1)
  return fitting?.[0] || undefined
}

interface AudioProps {
  /** The URL of the file. */
  src: string
  title: string
  /** A picture to show above the controls. */
  poster?: PictureAsset
  /** A transcript of all spoken words. */
  children?: ReactNode
}

/** An audio recording with the controls of the browser. Nothing of the recording loads before a reader presses play. */
export function Audio({ src, title, poster, children }: AudioProps) {
  return (
    <figure className="picture">
      {poster && (
        <img
          src={chooseWidth(poster.sources.avif, 800) ?? poster.img.src}
          width={poster.img.w}
          height={poster.img.h}
          alt=""
          loading="lazy"
        />
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: the children contain a transcript. */}
      <audio src={src} controls preload="none" aria-label={title} />
      <figcaption>{title}</figcaption>
      {children && (
        <details className="transcript">
          <summary>What is said</summary>
          {children}
        </details>
      )}
    </figure>
  )
}
