// A module of clang-tidy that lets its checks look at declarations of this project alone. They would visit those of the
// system's headers too, and keep what they find there to themselves: more than half of the time.
//
// The check stands first in the traversal, at the translation unit; what is traversed after that it says. Findings are the
// same: those in headers of the system are never shown. Newer versions of clang-tidy do so by themselves.

#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>

#include <vector>

namespace {

using clang::ast_matchers::MatchFinder;

class OwnCode : public clang::tidy::ClangTidyCheck {
 public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(MatchFinder* finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("all"), this);
  }

  void check(const MatchFinder::MatchResult& found) override {
    std::vector<clang::Decl*> own;
    for (clang::Decl* const each : found.Context->getTranslationUnitDecl()->decls())
      if (each->getLocation().isValid() && !found.SourceManager->isInSystemHeader(each->getLocation()))
        own.push_back(each);
    found.Context->setTraversalScope(own);
  }
};

class Module : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    factories.registerCheck<OwnCode>("hilspace-own-code");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module> kModule("hilspace",
                                                                "Looks at the project's own code alone.");

}  // namespace
