#if canImport(Darwin)
  import Foundation
  import JSON
  import Security

  extension CredentialStore {
    /// In the Keychain of this device, readable after the first unlock and never part of a backup to another device.
    /// The processes that share it renew one after the other.
    /// - Parameters:
    ///   - service: names the app; one session is kept under it.
    ///   - lockFolder: where the lock file of that turn lies; an app and its extensions name one that all of them reach
    ///     (their app group's). nil: the folder for this user's application data.
    public static func keychain(service: String, lockFolder: String? = nil) -> CredentialStore {
      let lock = CredentialTurn.path(of: service, in: lockFolder)
      let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "session",
      ]
      nonisolated(unsafe) let item = query
      return CredentialStore(
        load: { () throws(CredentialFault) in
          var result: CFTypeRef?
          let wanted = item.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
          switch SecItemCopyMatching(wanted as CFDictionary, &result) {
          case errSecItemNotFound: return nil
          case errSecSuccess: break
          // Before the first unlock, for one.
          default: throw .unreadable
          }
          guard let data = result as? Data, let json = try? JSONValue(parsing: Array(data)),
            let credentials = Credentials(json: json)
          else { throw .damaged }
          return credentials
        },
        save: { credentials in
          guard let credentials else {
            let status = SecItemDelete(item as CFDictionary)
            return status == errSecSuccess || status == errSecItemNotFound
          }
          let content: [CFString: Any] = [
            kSecValueData: Data(credentials.json.bytes),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
          ]
          let status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
          guard status == errSecItemNotFound else { return status == errSecSuccess }
          return SecItemAdd(item.merging(content) { $1 } as CFDictionary, nil) == errSecSuccess
        },
        turn: { await CredentialTurn.take(lock) })
    }
  }
#endif
