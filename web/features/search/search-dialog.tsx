import { pages } from 'virtual:content'
import type MiniSearch from 'minisearch'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { site } from '#site'
import { useLoadAndNavigate } from '../../kit/go.ts'
import { Link } from '../../kit/link.tsx'
import { isIndexablePage } from '../../kit/page.ts'
import { recordEmptySearch } from '../../kit/visits.ts'
import { CloseButton, closeDialog, Modal } from '../../ui/dialog/modal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cutExcerpt } from './excerpt.ts'
import { findHits, HITS_MAX, loadSearchIndex, type SearchHit, type SearchSection } from './search-index.ts'

/**
 * The search dialog: a combobox with its results. Before the reader types, it lists the first pages of the menu. Arrow
 * keys select a result, Enter opens it, Escape closes the dialog.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const [index, setIndex] = useState<MiniSearch<SearchSection>>()
  const [problem, setProblem] = useState(false)
  const hits = useMemo(() => {
    if (!query.trim()) return offeredPages
    return index ? findHits(index, query) : []
  }, [index, query])
  const go = useLoadAndNavigate()
  const list = useId()
  const optionId = (i: number) => `${list}-${i}`

  useEffect(() => {
    loadSearchIndex().then(setIndex, () => setProblem(true))
  }, [])

  function pressed(event: KeyboardEvent) {
    const hit = hits[chosen]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = hits.length === 0 ? 0 : (chosen + step + hits.length) % hits.length
      setChosen(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && hit) {
      event.preventDefault()
      closeDialog(field.current)
      go(hit.id)
    }
  }

  function close() {
    if (site.features.statistics && index && query.trim() && hits.length === 0) recordEmptySearch(query.trim())
    onClose()
  }

  return (
    <Modal className="search screen-only" aria-label="Search" onClose={close}>
      <search>
        <div className="bar search-field">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-label="Search this site"
            aria-expanded={hits.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={hits[chosen] ? optionId(chosen) : undefined}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={100}
            placeholder="Search this site"
            value={query}
            onKeyDown={pressed}
            onChange={(event) => {
              setQuery(event.target.value)
              setChosen(0)
            }}
          />
          <CloseButton aria-label="Close search" />
        </div>
        <div id={list} role="listbox" aria-label={query.trim() ? 'Results' : 'Pages'} className="search-results">
          {hits.map((hit, i) => (
            <Link
              key={hit.id}
              id={optionId(i)}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              to={hit.id}
              onClick={() => closeDialog(field.current)}
              onPointerMove={() => setChosen(i)}
            >
              <strong>
                <HighlightedText text={hit.page} terms={hit.terms} />
                {hit.heading && (
                  <>
                    {' · '}
                    <HighlightedText text={hit.heading} terms={hit.terms} />
                  </>
                )}
              </strong>
              <span>
                <HighlightedText text={hit.text} terms={hit.terms} excerpt />
              </span>
            </Link>
          ))}
        </div>
        <p className="search-status" role="status">
          {toStatusMessage(query, hits.length, Boolean(index), problem)}
        </p>
      </search>
    </Modal>
  )
}

/** The first pages of the menu, without placeholders for pages that are not written yet. */
const offeredPages: SearchHit[] = pages
  .filter((page) => isIndexablePage(page) && page.group !== undefined && !page.placeholder)
  .slice(0, HITS_MAX)
  .map(({ path, title, description }) => ({ id: path, page: title, heading: '', text: description, terms: [] }))

function toStatusMessage(query: string, hits: number, ready: boolean, problem: boolean): string {
  if (problem) return 'The search could not be loaded. Check your connection, close this and try again.'
  if (!query.trim()) return 'Type a word or two, or choose a page. Arrow keys choose, Enter goes there.'
  if (!ready) return 'Loading the search …'
  if (hits === 0) return `Nothing matches “${query.trim()}”. Try another word, or fewer.`
  return `${hits} ${hits === 1 ? 'result' : 'results'}`
}

/** Marks the matched words of a text. @param excerpt whether the text is cut to the part around the first match */
function HighlightedText({ text, terms, excerpt = false }: { text: string; terms: string[]; excerpt?: boolean }) {
  const pattern = terms.length > 0 ? new RegExp(`(${terms.map(escapePattern).join('|')})`, 'giu') : null
  const shown = excerpt ? cutExcerpt(text, pattern) : text
  if (!pattern) return shown
  // When a text is split by a pattern with one capturing group, the matches have the odd indexes.
  return shown.split(pattern).map((part, i) => (i % 2 === 1 ? <mark key={`${i}`}>{part}</mark> : part))
}

const escapePattern = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
