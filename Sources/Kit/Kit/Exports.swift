// What the kit's own API is made of, so that `import Kit` is enough.
@_exported import AccountContract
@_exported import ChatSync
@_exported import Contract
@_exported import Domain
@_exported import KitNet
@_exported import Session
@_exported import Wire
