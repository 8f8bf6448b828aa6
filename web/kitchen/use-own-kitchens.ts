import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { listOwnKitchens } from '#contract/kitchen.ts'
import { api } from '../kit/call-api.ts'
import { problemOf, UNREACHABLE } from '../kit/problem.ts'

type OwnKitchens = Reply<typeof listOwnKitchens>

/** The kitchens that the reader works in, and whether they may begin one. */
export function useOwnKitchens() {
  const [own, setOwn] = useState<OwnKitchens | null>(null)
  const [problem, setProblem] = useState('')
  const load = useCallback(async () => {
    setProblem('')
    try {
      setOwn(await api(listOwnKitchens))
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
  }, [])
  useEffect(() => {
    load()
  }, [load])
  return { own, problem, load }
}
