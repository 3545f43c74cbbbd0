/// <reference types="node" preserve="true" />
/** The public API of the library (docs/library.md): load, plan, apply, pull and emulate. Everything else is internal. */
import { checkNode } from './source/check-node.ts'

checkNode(process.versions.node)

// Load a catalogue
export { loadCatalogue, type LoadOptions, type OpenCatalogue } from './workspace/load-catalogue.ts'
export type { CatalogueSources } from './catalogue/catalogue.ts'
export type { ByteMemory } from './files/byte-memory.ts'
export type { DriftPolicy, ManageSettings, PrunedPart, PruneWay } from './records/manage-settings.ts'
export type { Config, EmulatorStoreConfig, KeySource, RemoteStoreConfig, StoreConfig } from './catalogue/config/config.ts'
export type { Definition } from './records/definition.ts'
export type { Desired, DesiredRecord, DesiredSources, RootName, WantedFile } from './records/desired.ts'
export type { ArrivingRecords } from './records/arriving-records.ts'
export type { RecordParts } from './records/record-parts.ts'
export type { PlacedRecords, Records, RecordSource } from './records/record-source.ts'
export type { ResolvedAddress, ResolveWebhook } from './records/webhook-address.ts'
export type { Expectation } from './pricing/expectation.ts'
export type { Currencies, PriceQuery } from './pricing/price-query.ts'
export type { Problem } from './problems/problem.ts'
export type { SourcePlace, SourceSpan } from './source/source.ts'

// Connect to a store
export { connectStore, type Connection, type ConnectOptions } from './workspace/connect-store.ts'
export type { Environment } from './workspace/environment.ts'
export { openStore } from './store/open-store.ts'
export type { StoreSettings } from './store/store-settings.ts'
export type { Pace } from './store/pace.ts'
export type { RequestKind } from './store/request-limit.ts'
export type { Slower } from './store/request-limit.ts'
export type { PresentFile, RecordQuery, RequestCounts, StoreClient, StoreFiles } from './store/store-client.ts'
export type { RawAnswer, RawRequest } from './store/raw-request.ts'
export type { AnswerHeaders } from './store/failed-answer.ts'
export type { Filter } from './wire/filters.ts'
export type { Scope } from './records/scope.ts'
export type { Capabilities, StoreFieldNames } from './resources/capabilities.ts'
export type { Children, KnownRecords, ReadRecord, RecordTree, RowCounts } from './resources/record-tree.ts'
export type { ResourceName } from './resources/registry.ts'
export type { Fields } from './resources/resource.ts'
export { openState } from './state/open-state.ts'
export type { Pruned, Retention } from './state/retention.ts'
export type { BaseRecord, BaseRecords, BaseRow } from './records/base-record.ts'
export type { KnownFile, OwnFile } from './records/known-file.ts'
export type { AppliedRoot, BaseWrite, RootKey } from './state/base-write.ts'
export type {
  Answer,
  AttemptEnd,
  AttemptRow,
  AttemptStart,
  ChangeCounts,
  Lease,
  LeaseRequest,
  OperationRow,
  Outcome,
  RunEnd,
  RunRow,
  RunStart,
  State,
  StateReport,
  Unsettled,
  Verdict,
  Verdicts,
} from './state/state.ts'
export type { PreImage, RememberedFile } from './state/kept-file.ts'

// Plan
export { plan, type PlannedCatalogue, type PlanOptions } from './workspace/plan.ts'
export type { GivenBase } from './workspace/plan-live.ts'
export type { OwnPicture } from './workspace/leaving-files.ts'
export type { OnProgress, Progress } from './workspace/progress.ts'
export type { LargeDocument } from './catalogue/files/read-documents.ts'
export type { ReadCounts } from './catalogue/read-counts.ts'
export type { MergePart } from './pull/merge-store.ts'
export { planUndo, type UndoOptions } from './workspace/plan-undo.ts'
export { checkSavedPlan } from './workspace/check-saved-plan.ts'
export { readPlanFile, writePlanFile } from './workspace/saved-plan.ts'
export { type FileText, formatPlanFile, parsePlanFile } from './plan/plan-file.ts'
export type { Plan, PlannedAddress, PlanOrigin } from './plan/plan.ts'
export type { AlsoSelected, ChangedSince, Selection, SelectionRequest } from './plan/selection.ts'
export type { MoveProposal, ProposedMove } from './plan/proposed-moves.ts'
export type { Likeness } from './diff/look-alikes.ts'
export type { PlannedSelection } from './workspace/limit-plan.ts'
export type { FileLeft, UnmanagedRoots, Untouched } from './plan/untouched.ts'
export type { OnPlanCount, PlanCount } from './plan/plan-count.ts'
export type { PlanLimits } from './plan/plan-limits.ts'
export type { Hazard, PriceSlip } from './plan/hazard.ts'
export type { GuardCase, GuardResult, PricedRow, StoppedPrice } from './plan/guards/guard-result.ts'
export type { Override } from './plan/guards/override.ts'
export type { GuardLimits, GuardName, LimitName } from './records/guard-limits.ts'
export type { Idempotency, Stage, Step, StepFrame } from './plan/step.ts'
export type {
  Change,
  ChangeAction,
  ChangeFrame,
  ChangeRoot,
  ActionOrReason,
  FieldChange,
  FileChange,
  FileDiff,
  GridChange,
  GridDiff,
  InsertedAgain,
  OwnerPricing,
  PaidMove,
  GridWay,
  LeftToBuy,
  Origin,
  RecordChange,
  RootedChange,
  SlugOwner,
  TurnedGrid,
  UsedDefinition,
} from './diff/change.ts'
export type { GridRow } from './pricing/grid-row.ts'
export type { MovableRoot, MovedRoot } from './records/moved-root.ts'
export type { CertificateLine } from './records/certificate.ts'
export type { StoreIdentity } from './records/store-identity.ts'

// Apply
export { apply, type AppliedCatalogue, type ApplyOptions } from './workspace/apply.ts'
export type { LoadedConfig } from './workspace/load-config.ts'
export type { RunClock } from './apply/clock.ts'
export type { ChangesOfRun } from './apply/changes-of-run.ts'
export type { ApplyEvent, OperationFailure, RequestFailure, Run, RunStarted, StageLoad, StepOutcome, StepResult } from './apply/events.ts'
export type { Rewrite } from './records/rewrite.ts'

// Pull
export { pull, type PullOptions, type PullResult } from './workspace/pull.ts'
export type { Layout } from './pull/collapse/layout.ts'
export type { LeftOut } from './pull/collapse/collapsing.ts'
export type { PulledPictures } from './pull/pull-pictures.ts'
export type { ChangedDocument } from './workspace/changed-documents.ts'

// Drift
export { drift, type Drift, type DriftOptions } from './workspace/drift.ts'
export { writeDrift, type Unwritten, type WriteDriftOptions, type WrittenDrift } from './workspace/write-drift.ts'
export type { DriftChange } from './diff/drift-changes.ts'

// Rehearse
export { openRehearsal, type Rehearsal, type RehearsalOptions } from './rehearse/open-rehearsal.ts'

// Emulate
export { catalogueSeed } from './workspace/catalogue-seed.ts'
export { startEmulator } from './emulator/start-emulator.ts'
export type { EmulatorOptions, RunningEmulator } from './emulator/emulator-options.ts'
export type { StoreId } from './emulator/database/store-id.ts'
export type { Administrator, ShownAdministrator } from './emulator/administration/administrator.ts'
export type { AssumptionEntry } from './emulator/assumptions/assumption-list.ts'
export type { AssumptionRow } from './emulator/assumptions/assumption-row.ts'
export type { Profile } from './emulator/assumptions/profiles.ts'
export type { Switches } from './emulator/assumptions/switches.ts'
export type { Clock } from './emulator/clock/clock.ts'
export type { Mail, Outbox } from './emulator/effects/outbox.ts'
export type { FaultAction, FaultMatch, FaultPlan, FiredFault } from './emulator/faults/fault-plan.ts'
export type { Faults } from './emulator/faults/faults.ts'
export type { BetweenRequests } from './emulator/faults/request-hooks.ts'
export type { LoggedRequest, RequestFilter } from './emulator/http/request-log.ts'
export type { Patience } from './emulator/http/slow-clients.ts'
export type { KeyOptions, KeyRights, Keys, ListedKey } from './emulator/keys/keys.ts'
export type { KeyOrigin } from './emulator/keys/stored-keys.ts'
export type { OAuthClient } from './emulator/oauth/oauth-client.ts'
export type { OAuthOptions } from './emulator/oauth/oauth.ts'
export type { Seed, SeedFile } from './emulator/seed/seed.ts'
export type { StateDifference } from './emulator/snapshots/diff-states.ts'
export type { SnapshotInfo, Snapshots } from './emulator/snapshots/snapshots.ts'
export type { Attempt, Delivery, DeliveryState } from './emulator/webhooks/delivery.ts'
export type { WebhookOptions } from './emulator/webhooks/open-attempts.ts'
export type { Webhooks } from './emulator/webhooks/webhooks.ts'
export type { EntryChange } from './emulator/files/webdav/exchange.ts'
export type { RowChange } from './emulator/rows/row-context.ts'
export type { AcceptedWrite, WriteLog } from './emulator/writes/write-log.ts'

// Errors
export { errorKinds, type OperationalCode, OperationalError } from './errors.ts'
export { CatalogueInvalid } from './workspace/catalogue-invalid.ts'
