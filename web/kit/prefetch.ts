import { createContext } from 'react'

/** Loads the code of a page before it is asked for; given by the application, used by links on intent. */
export const PrefetchContext = createContext<(path: string) => void>(() => {})
