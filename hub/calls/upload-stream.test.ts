import { expect, it } from 'vitest'
import { HubError } from '../errors.ts'
import { UploadStream } from './upload-stream.ts'

function open(capacity = 2): { upload: UploadStream; rooms: () => number } {
  let rooms = 0
  const upload = new UploadStream(capacity, () => rooms++)
  return { upload, rooms: () => rooms }
}

const item = (value: unknown) => ({ done: false, value })
const end = { done: true, value: undefined }

it('an upload stream returns its items in order to reads that start before and after the items arrive', async () => {
  const { upload } = open()
  const [first, second] = [upload.next(), upload.next()]
  upload.push(1)
  upload.push(2)
  upload.push(3)
  expect(await Promise.all([first, second, upload.next()])).toEqual([item(1), item(2), item(3)])
  upload.finish(null)
  expect(await upload.next()).toEqual(end)
  expect(await upload.next()).toEqual(end)
})

it('an upload stream is full when it holds as many items as its capacity, and calls onRoom once when it has room again', async () => {
  const { upload, rooms } = open()
  upload.push(1)
  expect(upload.isFull).toBe(false)
  upload.push(2)
  upload.push(3)
  expect(upload.isFull).toBe(true)
  await upload.next()
  expect([upload.isFull, rooms()]).toEqual([true, 0])
  await upload.next()
  await upload.next()
  expect([upload.isFull, rooms()]).toEqual([false, 1])
})

it('an upload stream returns the items that arrived before an error, then throws the error, then ends', async () => {
  const { upload } = open()
  upload.push(1)
  upload.finish('The client failed.')
  upload.finish(null)
  upload.push(2)
  expect(await upload.next()).toEqual(item(1))
  await expect(upload.next()).rejects.toEqual(new HubError('The client failed.'))
  expect(await upload.next()).toEqual(end)
})

it('an upload stream rejects the first pending read with the error of the upload, and ends the other pending reads', async () => {
  const { upload } = open()
  const [first, second] = [upload.next(), upload.next()]
  upload.finish('Gone.')
  await expect(first).rejects.toThrow('Gone.')
  expect(await second).toEqual(end)
})

it('an upload stream drops waiting and later items after return()', async () => {
  const { upload, rooms } = open()
  for (const value of [1, 2, 3]) upload.push(value)
  for await (const value of upload) {
    expect(value).toBe(1)
    break
  }
  expect([upload.isFull, rooms()]).toEqual([false, 1])
  upload.push(4)
  expect(await upload.next()).toEqual(end)
})
