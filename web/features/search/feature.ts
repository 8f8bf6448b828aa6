import type { WebFeature } from '../../kit/web-feature.ts'
import { Search, SearchButton } from './search.tsx'

export const search: WebFeature = { name: 'search', HeaderItem: SearchButton, Overlay: Search }
