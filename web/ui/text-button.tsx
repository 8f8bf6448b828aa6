import type { ComponentProps } from 'react'

/** A button that looks like a link, for small actions within a text or a list. */
export const TextButton = (button: ComponentProps<'button'>) => (
  <button type="button" className="link-button" {...button} />
)
