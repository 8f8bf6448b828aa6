import { useEffect, useState } from 'react'
import { type PageProblem, previewPage } from '#contract/authoring.ts'
import { callForJson } from '../../../../api/call-api.ts'
import { ApiError } from '../../../../api/problem.ts'

/** The pause in typing after which the text is rendered, in milliseconds. */
const PAUSE_MS = 500
/** The interval at which an unreachable server is called again, in milliseconds. */
const RETRY_MS = 5_000

interface Preview {
  /** The latest document that could be rendered; null before the first one. */
  html: string | null
  problems: readonly PageProblem[]
  /** Why the preview is older than the text; null when the preview is up to date. */
  trouble: string | null
}

/**
 * Renders a page while its author writes. Only one call runs at a time. After the last change, the latest text is
 * rendered.
 * @param file null for a page that has no file yet
 * @param isShown whether the preview is visible; a hidden preview makes no calls
 */
export function usePreview(file: string | null, source: string, isShown: boolean) {
  const [preview, setPreview] = useState<Preview>({ html: null, problems: [], trouble: null })
  /** The text for which the server has sent the most recent preview. */
  const [rendered, setRendered] = useState<string | null>(null)
  const [isCalling, setCalling] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of `attempt` repeats a failed call.
  useEffect(() => {
    if (!isShown || isCalling || source === rendered) return
    const call = async () => {
      setCalling(true)
      try {
        const { html, problems } = await callForJson(previewPage, { body: { file, source } })
        setPreview((before) => ({ html: html ?? before.html, problems, trouble: null }))
        setRendered(source)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setPreview((before) => ({ ...before, trouble: error.message }))
        setTimeout(() => setAttempt((count) => count + 1), RETRY_MS)
      }
      setCalling(false)
    }
    const timer = setTimeout(() => void call(), rendered === null ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [file, source, rendered, isShown, isCalling, attempt])

  return { ...preview, isCurrent: source === rendered }
}
