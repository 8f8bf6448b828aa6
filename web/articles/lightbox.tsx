import { type KeyboardEvent, useState } from 'react'
import { CloseButton, Modal } from '../ui/dialog/modal.tsx'
import { Icon } from '../ui/icon.tsx'
import './lightbox.css'

export interface LightboxProps {
  /** The figure whose picture is shown first; null while the lightbox is closed. */
  start: HTMLElement | null
  onClose: () => void
}

/**
 * Shows a picture of the page as large as the window. Buttons and arrow keys switch to the other pictures of the page.
 */
export function Lightbox({ start, onClose }: LightboxProps) {
  const [figures] = useState(() => [...document.querySelectorAll<HTMLElement>('.prose .picture:has(picture)')])
  const [index, setIndex] = useState(Math.max(0, start ? figures.indexOf(start) : 0))
  const figure = figures[index]
  const image = figure?.querySelector('img')

  const turn = (step: number) => setIndex((current) => (current + step + figures.length) % figures.length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') turn(1)
    else if (key === 'ArrowLeft') turn(-1)
  }

  return (
    <Modal className="lightbox" aria-label="Picture" onClose={onClose} onKeyDown={onKeyDown}>
      <header className="bar">
        <p role="status">{figures.length > 1 && `${index + 1} of ${figures.length}`}</p>
        <CloseButton />
      </header>
      {figure && image && (
        <figure key={index}>
          <picture>
            {[...figure.querySelectorAll('source')].map(({ type, srcset }) => (
              <source key={type} type={type} srcSet={srcset} sizes="100vw" />
            ))}
            <img
              src={image.src}
              width={image.getAttribute('width') ?? ''}
              height={image.getAttribute('height') ?? ''}
              alt={image.alt}
            />
          </picture>
          <figcaption>{figure.querySelector('figcaption')?.textContent}</figcaption>
        </figure>
      )}
      {figures.length > 1 && (
        <footer>
          <button type="button" className="round-button" aria-label="Previous picture" onClick={() => turn(-1)}>
            <Icon name="arrow" />
          </button>
          <button type="button" className="round-button" aria-label="Next picture" onClick={() => turn(1)}>
            <Icon name="arrow" />
          </button>
        </footer>
      )}
    </Modal>
  )
}
