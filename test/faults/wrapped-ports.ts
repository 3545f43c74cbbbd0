import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { State } from '../../src/state/state.ts'
import type { StoreClient, StoreFiles } from '../../src/store/store-client.ts'
import { collected } from './collected.ts'
import type { StoreWrite } from './store-write.ts'

/** One call through a port of the engine. */
export interface Call {
  /** Counted from 1 in its process. */
  readonly number: number
  readonly port: 'state' | 'store' | 'files' | 'clock' | 'pictures'
  readonly name: string
  /** The request, where the call changes the store. */
  readonly write: StoreWrite | null
  /** The roots that the call reads, as `Product TEE`, or the folder that it lists, as `folder images/items`. */
  readonly reads: readonly string[]
}

/** Makes a call that does not change the store. */
export type Reading = <T>(port: Call['port'], name: string, act: () => Promise<T>, reads?: Call['reads']) => Promise<T>
/** Makes a call that does. */
export type Writing = (port: Call['port'], name: string, write: StoreWrite) => Promise<void>

/** A state whose calls go through `reading`, but for the journal of requests. */
export function stateOf(state: State, reading: Reading): Omit<State, 'intend' | 'conclude'> {
  const through = <T>(name: string, act: () => Promise<T>): Promise<T> => reading('state', name, act)
  return {
    acquireLease: (request) => through('acquireLease', () => state.acquireLease(request)),
    renewLease: (lease, times) => through('renewLease', () => state.renewLease(lease, times)),
    releaseLease: (lease) => through('releaseLease', () => state.releaseLease(lease)),
    leaseOf: (store) => through('leaseOf', () => state.leaseOf(store)),
    startRun: (run) => through('startRun', () => state.startRun(run)),
    withdraw: (runId, fence, requests) => through('withdraw', () => state.withdraw(runId, fence, requests)),
    classify: (runId, fence, verdicts) => through('classify', () => state.classify(runId, fence, verdicts)),
    endRun: (runId, fence, end) => through('endRun', () => state.endRun(runId, fence, end)),
    runs: () => through('runs', () => state.runs()),
    runOf: (runId) => through('runOf', () => state.runOf(runId)),
    planOf: (runId) => through('planOf', () => state.planOf(runId)),
    attemptsOf: (runId) => through('attemptsOf', () => state.attemptsOf(runId)),
    operationsOf: (runId) => through('operationsOf', () => state.operationsOf(runId)),
    unsettled: (store) => through('unsettled', () => state.unsettled(store)),
    saveBase: (store, fence, write) => through('saveBase', () => state.saveBase(store, fence, write)),
    baseContents: (store) => through('baseContents', () => state.baseContents(store)),
    baseDigestOf: (store, root) => through('baseDigestOf', () => state.baseDigestOf(store, root)),
    baseCatalogue: (store) => through('baseCatalogue', () => state.baseCatalogue(store)),
    baseOf: (store, root) => through('baseOf', () => state.baseOf(store, root)),
    rewrittenBase: (store) => through('rewrittenBase', () => state.rewrittenBase(store)),
    ownFiles: (store) => through('ownFiles', () => state.ownFiles(store)),
    stores: () => through('stores', () => state.stores()),
    renameStore: (from, to) => through('renameStore', () => state.renameStore(from, to)),
    rememberFiles: (store, files) => through('rememberFiles', () => state.rememberFiles(store, files)),
    forgetFile: (store, path) => through('forgetFile', () => state.forgetFile(store, path)),
    rememberedFiles: (store) => through('rememberedFiles', () => state.rememberedFiles(store)),
    keepPreImage: (runId, fence, file) => through('keepPreImage', () => state.keepPreImage(runId, fence, file)),
    preImagesOf: (runId) => through('preImagesOf', () => state.preImagesOf(runId)),
    keptPicture: (sha256) => through('keptPicture', () => state.keptPicture(sha256)),
    prune: (retention) => through('prune', () => state.prune(retention)),
    compact: () => through('compact', () => state.compact()),
    check: () => through('check', () => state.check()),
    backup: (path) => through('backup', () => state.backup(path)),
    close: () => Promise.resolve(),
  }
}

/** A store whose calls go through `reading` and `writing`. */
export function storeOf(store: StoreClient, reading: Reading, writing: Writing): StoreClient {
  const rows = async function* (name: string, read: () => AsyncIterable<RecordTree>, reads: Call['reads'] = []): AsyncIterable<RecordTree> {
    yield* await reading('store', name, () => collected(read()), reads)
  }
  return {
    ...store,
    files: store.files && filesOf(store.files, reading, writing),
    readAll: (scope) => rows('readAll', () => store.readAll(scope)),
    readWhere: (scope, field, values) =>
      rows(
        'readWhere',
        () => store.readWhere(scope, field, values),
        values.map((value) => `${scope.resource} ${value}`),
      ),
    count: (resource) => reading('store', 'count', () => store.count(resource)),
    schemaFields: (resource) => reading('store', 'schemaFields', () => store.schemaFields(resource)),
    post: (spec, records) => writing('store', 'post', { kind: 'post', spec, records }),
    deletePrices: (skus) => writing('store', 'deletePrices', { kind: 'delete-prices', skus }),
    deleteRow: (resource, where) => writing('store', 'deleteRow', { kind: 'delete-row', resource, where }),
    close: () => Promise.resolve(),
  }
}

function filesOf(files: StoreFiles, reading: Reading, writing: Writing): StoreFiles {
  return {
    list: (folder) => reading('files', 'list', () => files.list(folder), [`folder ${folder}`]),
    read: (path) => reading('files', 'read', () => files.read(path)),
    hash: (path) => reading('files', 'hash', () => files.hash(path)),
    write: (path, bytes) => writing('files', 'write', { kind: 'write-file', path, bytes }),
    remove: (path) => writing('files', 'remove', { kind: 'remove-file', path }),
    // A write can act later than its answer.
    isSent: () => false,
  }
}
