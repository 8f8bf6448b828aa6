import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { listOwnKitchens } from '#contract/kitchen.ts'
import { problemOf, UNREACHABLE } from '../kit/problem.ts'
import { callKitchen } from './call-kitchen.ts'

type OwnKitchens = Reply<typeof listOwnKitchens>

/** The kitchens that the reader works in, and whether they may begin one. */
export function useOwnKitchens() {
  const [own, setOwn] = useState<OwnKitchens | null>(null)
  const [problem, setProblem] = useState('')
  const load = useCallback(async () => {
    setProblem('')
    try {
      setOwn(await callKitchen<OwnKitchens>(''))
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
  }, [])
  useEffect(() => {
    load()
  }, [load])
  return { own, problem, load }
}
