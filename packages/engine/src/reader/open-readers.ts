/** Every reader behind one function: each is opened with the first request for it, and stays open. */
import { openReadModel } from './open-read-model.ts';
import { ENGLISH_READER, type Reader, shippedReaders } from './readers.ts';
import { type ReaderName, ReaderUnavailableError, type ReadModel } from './reading.ts';

export function openReaders(readers: readonly Reader[] = shippedReaders()): ReadModel {
  const models = new Map<ReaderName, Promise<ReadModel>>();
  return async (request, turn) => {
    const { reader: wanted = ENGLISH_READER.name } = request;
    const reader = readers.find(({ name }) => name === wanted);
    if (reader === undefined) throw new ReaderUnavailableError(`there is no ${wanted} reader`);
    const model = models.get(wanted) ?? openReadModel(reader.files);
    models.set(wanted, model);
    return (await model)(request, turn);
  };
}
