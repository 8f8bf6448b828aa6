import type { ComponentType } from 'react'

/** The code of every screen, by its module: a file of its own, as who only reads needs none of it. */
export const screenModules = import.meta.glob<{ Screen: ComponentType }>(
  './{accounts,desk,kitchen,offline,ordering}/*-screen.tsx',
)
